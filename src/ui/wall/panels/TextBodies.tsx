import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {chosenZone} from '../../../domain/format/zone'
import type {ClockPanel} from '../../../domain/wall/panels/clock'
import type {TextPanel} from '../../../domain/wall/panels/text'
import {useApplication} from '../../kit/application'
import {type BodyProps, paintedBy, partOf, write} from './painting'
import styles from './TextBodies.module.css'

export const TextBody = ({panel: {text, size}}: BodyProps<TextPanel>) => (
  <p className={styles.text} data-size={size} dir="auto">
    {text}
  </p>
)

/** The time of the server, or that of the moment that is replayed. */
export function ClockBody({panel, wall}: BodyProps<ClockPanel>) {
  const {formats: own, createFormats, preferences, zone: ownZone} = useApplication()
  const language = useSelector(preferences, ({context}) => context.spoken)
  const {zone} = chosenZone(panel.zone === '' ? null : panel.zone, null, ownZone)
  const {isTwelveHours} = own
  const paint = useMemo(() => {
    const formats = createFormats({zone, language, hours: isTwelveHours ? '12' : '24'})
    return paintedBy(wall, element => {
      const [time, date] = [partOf(element, 'time'), partOf(element, 'date')]
      return ({context: {board}}) => {
        write(time, formats.time(board.now, 'minute'))
        write(date, formats.date(board.now))
      }
    })
  }, [wall, createFormats, zone, language, isTwelveHours])
  return (
    <div ref={paint} className={styles.clock}>
      <time className={styles.time} data-part="time" />
      <p className={styles.date}>
        <span data-part="date" />
        {panel.zone !== '' && ` · ${zone.replaceAll('_', ' ')}`}
      </p>
    </div>
  )
}
