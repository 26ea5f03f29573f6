/** Days after which pushes skip a device that was not seen. */
export const DEVICE_STALE_DAYS = 60;
