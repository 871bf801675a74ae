import {useSelector} from '@xstate/react'
import {type ShownUnit, unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import type {Formats} from '../../../domain/format/formats'
import {isLinkDown} from '../../../domain/link'
import {listedText} from '../../../domain/telemetry/format'
import type {UsualNow} from '../../../domain/telemetry/usual'
import {shownName} from '../../../domain/wall/deviceNames'
import type {Facts} from '../../../domain/wall/facts/facts'
import type {UnusualPanel} from '../../../domain/wall/facts/kinds'
import {type UnusualNow, type UnusualRow, unusualSeries} from '../../../domain/wall/facts/unusual'
import {useApplication} from '../../kit/application'
import {unitOf} from '../../telemetry/unitOf'
import type {BodyProps} from '../panels/painting'
import {useShown} from '../panels/useShown'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.unusual

export const UnusualBody = ({panel, wall, sources}: BodyProps<UnusualPanel>) => (
  <FactsOf load={sources.facts} asked={{kind: 'unusual'}}>
    {found => found.kind === 'unusual' && <Table panel={panel} wall={wall} found={found} />}
  </FactsOf>
)

interface TableProps extends Pick<BodyProps<UnusualPanel>, 'panel' | 'wall'> {
  found: Extract<Facts, {kind: 'unusual'}>
}

function Table({panel, wall, found}: TableProps) {
  const {formats} = useApplication()
  const asOf = useAsOf(wall)
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  const {rows, ...shown} = useShown(wall, ({context: {board}, children}) => {
    const now = unusualSeries(panel, board, found)
    const devices = children.devices?.getSnapshot()
    const rows = now.rows.map(row =>
      shownRow(
        {...row, name: shownName(board.devices, row.device)},
        devices === undefined ? null : unitOf(devices, row.device.id, row.key),
        formats,
      ),
    )
    return {...now, rows}
  })
  const {learning, unevaluated} = shown
  const notes = [
    ...(shown.total > 0 && learning !== null && learning.series > 0
      ? [texts.learning(formats.number(learning.series), formats.number(learning.of))]
      : []),
    ...(unevaluated > 0 && !isCut ? [texts.unevaluated(formats.number(unevaluated))] : []),
  ]
  return (
    <FactTable
      lead={isCut ? texts.cut : leadOf(shown, formats)}
      heads={[all.device, texts.now, texts.usually, texts.since]}
      rows={rows}
      total={isCut ? rows.length : shown.total}
      foot={[...notes, asOf(found)].join(' ')}
    />
  )
}

function leadOf({total, learning}: Omit<UnusualNow, 'rows'>, formats: Formats): string {
  if (total > 0) return texts.count(formats.number(total))
  if (learning === null) return texts.notSaid
  if (learning.of === 0) return texts.nothing
  if (learning.series === 0) return texts.all
  const {series, of: judged} = learning
  return texts.known(formats.number(judged - series), formats.number(judged), formats.number(series))
}

function shownRow(
  {device, name, key, value, since, usual}: UnusualRow & {name: string},
  unit: ShownUnit,
  formats: Formats,
) {
  const named = {unit: unitText(unit)}
  const between = ({low, high, isCounter}: UsualNow) =>
    isCounter
      ? texts.rate(texts.between(formats.number(low), formats.number(high)))
      : texts.between(formats.number(inUnit(low, unit)), formats.number(inUnit(high, unit), named))
  return {
    id: `${device.id} ${key}`,
    name: `${name} · ${key}`,
    deviceId: device.id,
    cells: [
      usual?.isCounter === true ? texts.rate(formats.number(usual.value)) : listedText(formats, value, unit),
      usual === null ? all.none : between(usual),
      formats.time(since, 'minute'),
    ],
  }
}
