/** The variables that a process of a test takes from the run: where programs and temporary files are, and the time. */
const NAMES = ['PATH', 'TMPDIR', 'TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC']

export const INHERITED: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)
