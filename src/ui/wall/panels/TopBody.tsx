import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import {ageOf} from '../../../domain/format/age'
import {statusOf} from '../../../domain/telemetry/devices/worstFirst'
import {listedText} from '../../../domain/telemetry/format'
import {isInTime} from '../../../domain/telemetry/readings/freshness'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import {shownSpan} from '../../../domain/wall/board'
import {shownName} from '../../../domain/wall/deviceNames'
import {type FoundHistories, numberOf, type RankedRow, ranked} from '../../../domain/wall/panels/ranked'
import {seriesOfKey} from '../../../domain/wall/panels/series'
import {keyOf} from '../../../domain/wall/panels/templates'
import type {TopPanel} from '../../../domain/wall/panels/top'
import type {PanelSeriesRef} from '../../../machines/wall/panelSeries'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/text/Spoken.module.css'
import {unitOf} from '../../telemetry/unitOf'
import {WALL_SHAPES} from '../grid/StatusShape'
import {texts as wallTexts} from '../texts'
import {EndedName, writeName} from './EndedName'
import {type BodyProps, NO_VALUE, paintedBy, partOf, write} from './painting'
import {SeriesOf} from './SeriesOf'
import styles from './Top.module.css'
import {texts as all} from './texts'
import {Message, WholeRows} from './WholeRows'

const texts = all.top
const NONE_FOUND: FoundHistories = new Map()
/** Rows change their places at most so often, and at once when another minute is read. */
const PERIOD: Milliseconds = 1000

/** The devices with the highest or lowest values of a key. */
export function TopBody({panel: stored, wall, sources}: BodyProps<TopPanel>) {
  const key = useSelector(wall, s => keyOf(stored, s.context.board))
  const panel = useMemo(() => ({...stored, key}), [stored, key])
  const span = useSelector(wall, s => shownSpan(stored, s.context.board))
  const requested = useSelector(wall, s => seriesOfKey(panel, s.context.board), isSameSeries)
  if (panel.key === '') return <Message>{all.unchosen}</Message>
  if (requested.length === 0) return <Message>{texts.none(panel.key)}</Message>
  return (
    <SeriesOf logic={sources.series} series={requested} span={span}>
      {machine => (
        <WholeRows count={Math.min(panel.count, requested.length)} foot={texts.caption[span]}>
          {shown => <Table panel={panel} wall={wall} machine={machine} count={shown} />}
        </WholeRows>
      )}
    </SeriesOf>
  )
}

interface TableProps extends Pick<BodyProps<TopPanel>, 'panel' | 'wall'> {
  machine: PanelSeriesRef
  count: number
}

function Table({panel, wall, machine, count}: TableProps) {
  const {formats} = useApplication()
  const found = useSelector(machine, s => s.context.value?.found ?? NONE_FOUND)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row is painted from when it is there
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const rows = [...element.querySelectorAll<HTMLElement>('tbody tr')]
        let painted: {at: EpochMs; link: unknown} | null = null
        return ({context: {board}, children}) => {
          if (painted?.link === board.link && board.now - painted.at < PERIOD && board.now >= painted.at) return
          painted = {at: board.now, link: board.link}
          const devices = children.devices?.getSnapshot()
          const shown = ranked(panel, board, found)
          const most = Math.max(...shown.map(row => Math.abs(sortedBy(row, panel) ?? 0)))
          rows.forEach((element, at) => {
            const row = shown[at]
            const text = (value: number | null) =>
              value === null || row === undefined || devices === undefined
                ? NO_VALUE
                : listedText(formats, value, unitOf(devices, row.device.id, panel.key))
            element.hidden = row === undefined
            if (row === undefined) return
            const state = row.freshness
            writeName(element, shownName(board.devices, row.device))
            const opener = element.querySelector('button')
            if (opener !== null) opener.dataset.opens = row.device.id
            write(partOf(element, 'now'), text(numberOf(row)))
            const severity = board.conditions.get(row.device.id)?.marks.get(panel.key)?.severity ?? null
            const status = severity ?? statusOf(null, state)
            const shape = element.querySelector('svg')
            shape?.toggleAttribute('hidden', isInTime(state) && severity === null)
            shape?.firstElementChild?.setAttribute('d', WALL_SHAPES[status])
            write(partOf(element, 'said'), severity === null ? '' : wallTexts.statuses[severity])
            write(
              partOf(element, 'word'),
              isInTime(state)
                ? ''
                : [
                    wallTexts.statuses[statusOf(null, state)],
                    ...(row.seenAt === null ? [] : [ageOf(row.seenAt, board.now)]),
                  ].join(' '),
            )
            write(partOf(element, 'mean'), text(row.mean))
            write(partOf(element, 'max'), text(row.max))
            element.dataset.freshness = state
            element.dataset.severity = severity ?? ''
            const share =
              most === 0 || (panel.by === 'now' && !isInTime(state)) ? 0 : Math.abs(sortedBy(row, panel) ?? 0) / most
            element.style.setProperty('--share', `${(share * 100).toFixed(1)}%`)
          })
        }
      }),
    [wall, panel, formats, found, count],
  )
  return (
    <table ref={paint} className={styles.table} data-by={panel.by}>
      <thead>
        <tr>
          <th scope="col">{texts.device}</th>
          <th scope="col">{texts.now}</th>
          <th scope="col">{texts.mean}</th>
          <th scope="col">{texts.max}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({length: count}, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, and its content is painted
          <tr key={at} data-row>
            <th scope="row">
              <span className={styles.device}>
                <svg viewBox="0 0 12 12" aria-hidden="true">
                  <path />
                </svg>
                <button type="button" className={styles.name}>
                  <EndedName />
                </button>{' '}
                <span className={spoken.spoken} data-part="said" /> <span className={styles.word} data-part="word" />
              </span>
            </th>
            <td data-part="now" data-number />
            <td data-part="mean" />
            <td data-part="max" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sortedBy = (row: RankedRow, {by}: TopPanel): number | null => (by === 'now' ? numberOf(row) : row[by])

const isSameSeries = (one: readonly SparklineId[], other: readonly SparklineId[]): boolean =>
  one.length === other.length &&
  one.every(({deviceId, key}, at) => other[at]?.deviceId === deviceId && other[at].key === key)
