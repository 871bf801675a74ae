import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import {EVENT_THRESHOLD} from '../../../../../contract/limits'
import {eventStarts} from '../../../../../contract/rules/series/statistics'
import type {EpochMs} from '../../../../../contract/wire/common'
import {counted} from '../../../../domain/format/texts'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {DetailRef} from '../../../../machines/telemetry/detail'
import {useApplication} from '../../../kit/application'
import {IconChevronDown} from '../../../kit/mark/icons'
import {TimeText} from '../../../kit/text/TimeText'
import {texts} from '../texts'
import styles from './Detail.module.css'

const MOST = 50

/** The times at which the value rose above the threshold. Only raw points show them: averages cross at other times. */
export function Events({chart, detail}: {chart: ChartRef; detail: DetailRef}) {
  const {formats} = useApplication()
  const starts = useSelector(chart, startsOf, areSame)
  const isThinned = useSelector(chart, s => s.context.series?.isThinned === true)
  const isOpen = useSelector(detail, s => s.context.unfolded.has('events'))
  if (starts.length === 0) return null
  const newest = starts.slice(-MOST).reverse()
  return (
    <section className={styles.panel} aria-labelledby="events-of-range">
      <h3 id="events-of-range" className={styles.folding}>
        <UnstyledButton aria-expanded={isOpen} onClick={() => detail.send({type: 'part.toggled', part: 'events'})}>
          {texts.events.title}
          <span className={styles.count}>{counted(starts.length)}</span>
          <IconChevronDown aria-hidden="true" />
        </UnstyledButton>
      </h3>
      {isOpen && (
        <>
          <p className={styles.note}>
            {texts.events.rule(formats.exact(EVENT_THRESHOLD))}
            {isThinned && ` ${texts.events.drawn}`}
            {starts.length > MOST && ` ${texts.events.newest(MOST)}`}
          </p>
          <ol className={styles.starts}>
            {newest.map(at => (
              <li key={at}>
                <TimeText at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

const startsOf = ({context: {series}}: SnapshotFrom<ChartRef>): EpochMs[] =>
  series?.aggregation === 'none' ? eventStarts(series.points) : []

const areSame = (some: readonly EpochMs[], others: readonly EpochMs[]): boolean =>
  some.length === others.length && some.every((at, index) => at === others[index])
