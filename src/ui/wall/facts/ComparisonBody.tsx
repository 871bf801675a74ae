import {useSelector} from '@xstate/react'
import {unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import {isLinkDown} from '../../../domain/link'
import {listedText} from '../../../domain/telemetry/format'
import type {Figures} from '../../../domain/telemetry/series/sparkline'
import {shownName} from '../../../domain/wall/deviceNames'
import {compared} from '../../../domain/wall/facts/comparison'
import type {Facts} from '../../../domain/wall/facts/facts'
import type {ComparisonPanel} from '../../../domain/wall/facts/kinds'
import {seriesOfKey} from '../../../domain/wall/panels/series'
import {keyOf} from '../../../domain/wall/panels/templates'
import {useApplication} from '../../kit/application'
import {unitOf} from '../../telemetry/unitOf'
import type {BodyProps} from '../panels/painting'
import {texts as panelTexts} from '../panels/texts'
import {useShown} from '../panels/useShown'
import {Message} from '../panels/WholeRows'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.comparison

export function ComparisonBody({panel: stored, wall, sources}: BodyProps<ComparisonPanel>) {
  const key = useSelector(wall, s => keyOf(stored, s.context.board))
  const panel = {...stored, key}
  const zone = useSelector(wall, s => s.context.zone)
  const series = useShown(wall, s => seriesOfKey(panel, s.context.board))
  if (panel.key === '') return <Message>{panelTexts.unchosen}</Message>
  if (series.length === 0) return <Message>{texts.nothing(panel.key)}</Message>
  return (
    <FactsOf load={sources.facts} asked={{kind: 'comparison', series, zone}}>
      {found => found.kind === 'comparison' && <Table panel={panel} wall={wall} found={found} />}
    </FactsOf>
  )
}

interface TableProps extends Pick<BodyProps<ComparisonPanel>, 'panel' | 'wall'> {
  found: Extract<Facts, {kind: 'comparison'}>
}

function Table({panel, wall, found}: TableProps) {
  const {formats} = useApplication()
  const asOf = useAsOf(wall)
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  const rows = useShown(wall, ({context: {board}, children}) => {
    const devices = children.devices?.getSnapshot()
    return compared(panel, board, found).map(({device, today, yesterday}) => {
      const unit = devices === undefined ? null : unitOf(devices, device.id, panel.key)
      const text = (value: number) => listedText(formats, value, unit)
      const both = (figures: Figures | null) =>
        figures === null
          ? all.none
          : texts.max(formats.number(inUnit(figures.mean, unit), {digits: 4}), text(figures.max))
      // A difference of temperatures has no zero of its own to be converted.
      const difference = (one: Figures, other: Figures) => {
        const by = inUnit(one.mean, unit) - inUnit(other.mean, unit)
        return `${by > 0 ? '+' : ''}${formats.number(by, {unit: unitText(unit), digits: 4})}`
      }
      return {
        id: device.id,
        name: shownName(board.devices, device),
        cells: [
          both(today),
          both(yesterday),
          today === null || yesterday === null ? all.none : difference(today, yesterday),
        ],
      }
    })
  })
  return (
    <FactTable
      lead=""
      heads={[all.device, texts.today, texts.yesterday, texts.difference]}
      rows={rows}
      foot={isCut ? asOf(found) : texts.caption(formats.time(found.readAt, 'minute'))}
    />
  )
}
