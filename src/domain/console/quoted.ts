/** In single quotes, as a POSIX shell takes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** As Python takes it. */
export const pythonText = (text: string): string => JSON.stringify(text)
