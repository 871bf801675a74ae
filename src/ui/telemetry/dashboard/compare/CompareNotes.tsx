import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {unitText} from '../../../../../contract/rules/format/shownUnit'
import {axesOf, goneFrom, isSameSeries} from '../../../../domain/telemetry/series/comparison'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import styles from './Compare.module.css'
import {candidateOf, shownIn, titleOf} from './series'
import {texts} from './texts'

interface Props {
  comparison: ComparisonRef
  devices: DevicesRef
}

/** Says why a series was not added, and which ones of a link are not there. */
export function CompareNotes({comparison, devices}: Props) {
  const refusal = useSelector(comparison, s => s.context.refusal)
  const gone = useSelector(
    comparison,
    ({context}) => goneFrom(context.comparison, context.devices),
    (one, other) => one.length === other.length && one.every((name, at) => isSameSeries(name, other[at] ?? name)),
  )
  const listed = comparison.getSnapshot().context.devices
  return (
    <>
      {gone.length > 0 && (
        <p className={styles.note} role="status">
          {texts.gone(gone.map(name => titleOf(listed, name)).join(', '))}
          <Button size="compact-sm" fz="xs" variant="default" onClick={() => comparison.send({type: 'gone.dismissed'})}>
            {texts.dismiss}
          </Button>
        </p>
      )}
      {refusal !== null && (
        <p className={styles.note} role="alert">
          {texts.refused[refusal.why](titleOf(listed, refusal.requested), unitsOf({comparison, devices}))}
          <Button
            size="compact-sm"
            fz="xs"
            variant="default"
            onClick={() => comparison.send({type: 'refusal.dismissed'})}
          >
            {texts.dismiss}
          </Button>
        </p>
      )}
    </>
  )
}

/** The units that the axes show. */
function unitsOf({comparison, devices}: Props): string {
  const snapshot = devices.getSnapshot()
  const shown = shownIn(comparison).map(name => candidateOf(snapshot, name))
  const [left, right] = axesOf(shown.filter(({kind}) => kind !== 'text')).map(unit => unitText(unit) ?? texts.noUnit)
  return right === undefined ? (left ?? '') : texts.and(left ?? '', right)
}
