const UNSAFE = /[\p{Cc}"*/:<>?\\|]/gu

/** What no file name may hold becomes an underscore. */
export const fileName = (wanted: string): string => wanted.replace(UNSAFE, '_')
