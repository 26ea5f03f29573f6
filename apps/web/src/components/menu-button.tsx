import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, useId, useRef, useState } from 'react';
import classes from './menu-button.module.css';

interface MenuButtonProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** The value of now, if there is one. */
  value?: Value | undefined;
  onChoose: (value: Value) => void;
}

/** Pixels between a button and its menu. */
const GAP = 4;

/** Beside a button, on the side where there is more room. */
function besides(button: HTMLElement): CSSProperties {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  return {
    ...(bottom < innerHeight * 0.6 ? { top: bottom + GAP } : { bottom: innerHeight - top + GAP }),
    ...(left < innerWidth / 2 ? { left } : { right: innerWidth - right }),
  };
}

/** A button that offers a few choices, each of which acts at once; in the browser's own popover. */
export function MenuButton<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: MenuButtonProps<Value>) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        popoverTarget={id}
        onClick={({ currentTarget }) => setPlace(besides(currentTarget))}
      >
        <span className={classes.label}>{label}</span>
        <IconChevronDown size={15} aria-hidden />
      </button>
      <div id={id} ref={menu} popover="auto" className={classes.menu} style={place}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            dir="auto"
            className={classes.option}
            aria-current={option.value === value ? 'true' : undefined}
            onClick={() => {
              menu.current?.hidePopover();
              button.current?.focus();
              onChoose(option.value);
            }}
          >
            <span>{option.label}</span>
            {option.value === value && <IconCheck size={16} aria-hidden />}
          </button>
        ))}
      </div>
    </>
  );
}
