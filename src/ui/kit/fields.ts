/** What was typed in the field of this name; empty when there is no such field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** The description stands below the input, so that inputs side by side are aligned. */
export const DESCRIBED_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
