import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react';
import { toastError } from '../platform/toast.ts';

type Closable = { onClose: () => void } | { onAnswer: (isSure: boolean) => void };

/** A dialog whose module is loaded when it opens. Where that fails, the page stays and a toast says why. */
export function lazyDialog<Props extends Closable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const start = () => lazy(() => load().catch((error: unknown) => ({ default: failed(error) })));
  /** `lazy` keeps what it loaded: the next opening loads anew after a failure. */
  let Dialog = start();

  const failed = (error: unknown) =>
    function Failed(props: Props) {
      const giveUp = useEffectEvent(() => {
        Dialog = start();
        toastError(error);
        if ('onClose' in props) props.onClose();
        else props.onAnswer(false);
      });
      useEffect(() => giveUp(), []);
      return null;
    };

  return function LazyDialog(props: Props) {
    return <Dialog {...props} />;
  };
}
