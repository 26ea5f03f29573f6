import { PRODUCT_NAME } from '../platform/product-name.ts';
import classes from './logo.module.css';

export function Logo({ size }: { size: number }) {
  return (
    <span className={classes.logo}>
      <img src="/favicon.svg" alt="" width={size} height={size} />
      <span className={classes.name}>{PRODUCT_NAME}</span>
    </span>
  );
}
