import {Checkbox, type CheckboxGroupProps} from '@mantine/core'
import {texts} from '../text/texts'

interface Props extends Pick<CheckboxGroupProps, 'label' | 'error'> {
  /** The name of each day’s field. */
  name?: string
  className: string | undefined
  /** The days of the ISO week, 1 for Monday. */
  days: readonly number[]
  /** Gets them in the order of the week. */
  onChosen: (days: number[]) => void
}

/** Some days of the week. */
export const DaysField = ({name, className, days, onChosen, ...field}: Props) => (
  <Checkbox.Group
    {...field}
    value={days.map(String)}
    onChange={chosen => onChosen(chosen.map(Number).sort((one, other) => one - other))}
  >
    <div className={className}>
      {texts.dayNames.split(' ').map((label, at) => (
        <Checkbox key={label} name={name} value={String(at + 1)} label={label} />
      ))}
    </div>
  </Checkbox.Group>
)
