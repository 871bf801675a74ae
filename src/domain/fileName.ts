const UNSAFE = /[\p{Cc}"*/:<>?\\|]/gu

/** Replaces the characters that some file system forbids in a file name. */
export const fileName = (wanted: string): string => wanted.replace(UNSAFE, '_')
