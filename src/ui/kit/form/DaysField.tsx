import {Checkbox, type CheckboxGroupProps} from '@mantine/core'

interface Props extends Pick<CheckboxGroupProps, 'label' | 'error'> {
  /** The names of all days from Monday on, with spaces between them. */
  names: string
  className: string | undefined
  /** The days of the ISO week, 1 for Monday. */
  days: readonly number[]
  /** Gets them in the order of the week. */
  onChosen: (days: number[]) => void
}

/** Some days of the week. */
export const DaysField = ({names, className, days, onChosen, ...field}: Props) => (
  <Checkbox.Group
    {...field}
    value={days.map(String)}
    onChange={chosen => onChosen(chosen.map(Number).sort((one, other) => one - other))}
  >
    <div className={className}>
      {names.split(' ').map((name, at) => (
        <Checkbox key={name} value={String(at + 1)} label={name} />
      ))}
    </div>
  </Checkbox.Group>
)
