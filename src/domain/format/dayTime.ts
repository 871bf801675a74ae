/** A time of the day that was typed, as it is written: 8:00 is 08:00. Null where nothing was typed. */
export function dayTimeFrom(typed: string): string | null {
  const text = typed.trim()
  return text === '' ? null : text.padStart(5, '0')
}
