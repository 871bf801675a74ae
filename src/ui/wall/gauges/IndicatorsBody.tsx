import {useActorRef, useSelector} from '@xstate/react'
import {unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import {bandNow, indicatedSeries, indicatorScale, UNSAID} from '../../../domain/wall/gauges/indicated'
import type {IndicatorsPanel} from '../../../domain/wall/gauges/indicators'
import {historyId} from '../../../domain/wall/histories'
import type {PanelBandsRef} from '../../../machines/wall/panelBands'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {Indicator} from '../../kit/indicator/Indicator'
import panels from '../panels/Panels.module.css'
import {type BodyProps, seriesFace} from '../panels/painting'
import {ReadFailure} from '../panels/ReadFailure'
import {texts as panelTexts} from '../panels/texts'
import {useShown} from '../panels/useShown'
import styles from './Indicators.module.css'
import {measuredSeries} from './measuredSeries'
import {texts} from './texts'

/** Values side by side, whose usual bands line up, so that their pointers are in a straight line while all is well. */
export function IndicatorsBody({panel, wall, sources}: BodyProps<IndicatorsPanel>) {
  const {formats} = useApplication()
  const {shown, left} = useShown(wall, s => indicatedSeries(panel, s.context.board))
  if (panel.of === 'key' ? panel.key === '' : panel.series.length === 0)
    return <p className={panels.message}>{panelTexts.unchosen}</p>
  if (shown.length === 0)
    return <p className={panels.message}>{panel.of === 'key' ? texts.none(panel.key) : panelTexts.gone}</p>
  return (
    <div className={styles.indicators}>
      <Group
        key={shown.map(historyId).join('\n')}
        {...{wall, series: shown, sources, isOfOneKey: panel.of === 'key'}}
      />
      {left > 0 && <p className={panels.message}>{texts.left(formats.number(shown.length), formats.number(left))}</p>}
    </div>
  )
}

interface GroupProps extends Pick<BodyProps<IndicatorsPanel>, 'wall' | 'sources'> {
  series: readonly SparklineId[]
  isOfOneKey: boolean
}

function Group({wall, series, sources, isOfOneKey}: GroupProps) {
  const bands = useActorRef(sources.bands, {input: {series}})
  return (
    <>
      <ReadFailure machine={bands} />
      <ul
        className={styles.group}
        aria-label={texts.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what has no room is scrolled by keys
        tabIndex={0}
      >
        {series.map(each => (
          <li key={historyId(each)}>
            <One wall={wall} bands={bands} series={each} isOfOneKey={isOfOneKey} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface OneProps {
  wall: WallRef
  bands: PanelBandsRef
  series: SparklineId
  isOfOneKey: boolean
}

/** Drawn again when its texts have changed. */
function One({wall, bands, series, isOfOneKey}: OneProps) {
  const {formats} = useApplication()
  const name = useSelector(wall, s => s.context.board.devices.find(({id}) => id === series.deviceId)?.name ?? '')
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
