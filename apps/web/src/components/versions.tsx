import type { ReactNode } from 'react';
import classes from './versions.module.css';

/** Two versions of one field, side by side, to choose from. */
export const Versions = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={classes.versions}>
    <legend>{label}</legend>
    {children}
  </fieldset>
);

interface VersionProps {
  /** Of the field. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export const Version = ({ name, label, isChosen, onChoose, children }: VersionProps) => (
  <label className={classes.version}>
    <span className={classes.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} /> {label}
    </span>
    {children}
  </label>
);
