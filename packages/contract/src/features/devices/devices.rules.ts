/** Days without a sign of a device after which pushes pass it over. */
export const DEVICE_STALE_DAYS = 60;
