/** The names of all time zones that the browser knows. */
export const allZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(isNotUtc)]

const isNotUtc = (name: string): boolean => name !== 'UTC'
