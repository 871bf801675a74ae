/**
 * Whether a filter of a list finds a value. Texts are compared without their case, a flag by 'true' or 'false' where
 * nothing means false, and a time is found from the ISO time of the filter on.
 */
export function isFound(value: string | number | boolean | null, sought: string): boolean {
  if (typeof value === 'number') return value >= Date.parse(sought)
  if (typeof value === 'string') return value.toLowerCase() === sought.toLowerCase()
  return sought === String(value ?? false)
}
