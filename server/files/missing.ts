/** For `catch`: returns a substitute for a file that does not exist. Other errors are thrown on. */
export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
