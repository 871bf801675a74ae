import type {ShownUnit} from '../../../contract/rules/format/shownUnit'
import {listedText, valueText} from '../../domain/telemetry/format'
import type {TelemetryValue} from '../../domain/telemetry/readings/reading'
import {useApplication} from '../kit/application'

interface Props {
  value: TelemetryValue
  unit: ShownUnit
  className?: string | undefined
}

/** Shows a value as short as a list needs it. Its title has all digits, and no line breaks within a number. */
export function ValueText({value, unit, className}: Props) {
  const {formats} = useApplication()
  return (
    <bdi
      className={className}
      data-number={typeof value === 'number' || undefined}
      title={valueText(formats, value, unit)}
    >
      {listedText(formats, value, unit)}
    </bdi>
  )
}
