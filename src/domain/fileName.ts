const UNSAFE = /[\p{Cc}"*/:<>?\\|]/gu

/** Replaces the characters that some file system forbids in a file name. */
export const fileName = (requested: string): string => requested.replace(UNSAFE, '_')
