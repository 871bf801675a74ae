import {useActorRef, useSelector} from '@xstate/react'
import {unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import {nameIn} from '../../../domain/wall/deviceNames'
import {bandNow, indicatedSeries, indicatorScale, UNSAID} from '../../../domain/wall/gauges/indicated'
import type {IndicatorsPanel} from '../../../domain/wall/gauges/indicators'
import {historyId} from '../../../domain/wall/histories'
import type {PanelBandsRef} from '../../../machines/wall/panelBands'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {Indicator} from '../../kit/indicator/Indicator'
import {type BodyProps, seriesFace} from '../panels/painting'
import {ReadFailure} from '../panels/ReadFailure'
import {texts as panelTexts} from '../panels/texts'
import {useShown} from '../panels/useShown'
import {WholeCells} from '../panels/WholeCells'
import {Message} from '../panels/WholeRows'
import styles from './Indicators.module.css'
import {measuredSeries} from './measuredSeries'
import {texts} from './texts'

/** Values side by side, whose usual bands line up, so that their pointers are in a straight line while all is well. */
export function IndicatorsBody({panel, wall, sources}: BodyProps<IndicatorsPanel>) {
  const {shown, left} = useShown(wall, s => indicatedSeries(panel, s.context.board))
  if (panel.of === 'key' ? panel.key === '' : panel.series.length === 0) return <Message>{panelTexts.unchosen}</Message>
  if (shown.length === 0) return <Message>{panel.of === 'key' ? texts.none(panel.key) : panelTexts.gone}</Message>
  return (
    <div className={styles.indicators}>
      <Group
        // Another order of the same series reads nothing again.
        key={shown.map(historyId).sort().join('\n')}
        {...{wall, series: shown, left, sources, isOfOneKey: panel.of === 'key'}}
      />
    </div>
  )
}

interface GroupProps extends Pick<BodyProps<IndicatorsPanel>, 'wall' | 'sources'> {
  series: readonly SparklineId[]
  /** The number of series that are not among them. */
  left: number
  isOfOneKey: boolean
}

function Group({wall, series, left, sources, isOfOneKey}: GroupProps) {
  const bands = useActorRef(sources.bands, {input: {series}})
  return (
    <>
      <ReadFailure machine={bands} />
      <WholeCells count={series.length} left={left} cell={CELL}>
        {shown => (
          <ul className={styles.group} aria-label={texts.label}>
            {series.slice(0, shown).map(each => (
              <li key={historyId(each)}>
                <One wall={wall} bands={bands} series={each} isOfOneKey={isOfOneKey} />
              </li>
            ))}
          </ul>
        )}
      </WholeCells>
    </>
  )
}

/** As in the style sheet. */
const CELL = {width: 7.5, height: 5.2, gap: 0.5}

interface OneProps {
  wall: WallRef
  bands: PanelBandsRef
  series: SparklineId
  isOfOneKey: boolean
}

/** Drawn again when its texts have changed. */
function One({wall, bands, series, isOfOneKey}: OneProps) {
  const {formats} = useApplication()
  const name = useSelector(wall, s => nameIn(s.context.board.devices, series.deviceId) ?? '')
  const known = useSelector(bands, s => s.context.value?.get(historyId(series)) ?? UNSAID)
  const {unit, value, limits} = useShown(wall, s => measuredSeries(s, series))
  const face = useShown(wall, s => seriesFace(s, series, formats))
  const usual = useSelector(wall, s => bandNow(known, s.context.board.now))
  const {band, range} = indicatorScale({band: usual, limits, value, unit})
  const note = [
    face.word === '' || face.freshness === 'fresh' ? face.word : `${face.word} ${face.age}`.trim(),
    ...(known.kind === 'learning' ? [texts.learning] : []),
  ].filter(each => each !== '')
  return (
    <Indicator
      label={isOfOneKey ? name : `${name} · ${series.key}`}
      value={value === null ? null : inUnit(value, unit)}
      limits={limits.map(limit => ({...limit, value: inUnit(limit.value, unit)}))}
      band={band}
      range={range}
      severity={face.severity}
      freshness={face.freshness}
      {...(note.length > 0 && {note: note.join(', ')})}
      write={each => formats.number(each, {unit: unitText(unit)})}
    />
  )
}
