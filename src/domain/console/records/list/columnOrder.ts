/** Moves a name by some places. The column that names the record always stays first. */
export function moved(names: readonly string[], name: string, by: number): readonly string[] {
  const from = names.indexOf(name)
  const to = from + by
  if (from < 1 || to < 1 || to >= names.length) return names
  const rest = names.filter(other => other !== name)
  return [...rest.slice(0, to), name, ...rest.slice(to)]
}

/** Moves a name to the place of another one. */
export const movedTo = (names: readonly string[], name: string, target: string): readonly string[] =>
  moved(names, name, names.indexOf(target) - names.indexOf(name))

/** A column that is shown again comes last. */
export const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter(other => other !== name) : [...names, name]
