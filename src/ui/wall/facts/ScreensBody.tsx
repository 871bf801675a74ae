import {ageOf} from '../../../domain/format/age'
import {screenWords} from '../../../domain/media/screenWords'
import {shownName} from '../../../domain/wall/deviceNames'
import type {Facts} from '../../../domain/wall/facts/facts'
import type {ScreensPanel} from '../../../domain/wall/facts/kinds'
import {type ScreenRow, screensOf} from '../../../domain/wall/facts/screens'
import {useApplication} from '../../kit/application'
import type {BodyProps} from '../panels/painting'
import {useShown} from '../panels/useShown'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.screens

interface Props extends BodyProps<ScreensPanel> {
  organisationId: string
}

export const ScreensBody = ({panel, wall, sources, organisationId}: Props) => (
  <FactsOf load={sources.facts} asked={{kind: 'screens', organisationId}}>
    {found => found.kind === 'screens' && <Table panel={panel} wall={wall} found={found} />}
  </FactsOf>
)

interface TableProps extends Pick<Props, 'panel' | 'wall'> {
  found: Extract<Facts, {kind: 'screens'}>
}

function Table({panel, wall, found}: TableProps) {
  const {formats} = useApplication()
  const asOf = useAsOf(wall)
  const {rows, online, offline, unknown} = useShown(wall, ({context: {board}}) => {
    const now = screensOf(panel, board, found)
    const wording = {now: board.now, formats, nameOf: (id: string) => found.videos.get(id) ?? id}
    return {
      ...now,
      rows: now.rows.map(row => ({
        id: row.device.id,
        name: shownName(board.devices, row.device),
        deviceId: row.device.id,
        cells: [now.unknown > 0 ? texts.unknown : stateOf(row, board.now), screenWords(row.state, wording)],
      })),
    }
  })
  const [up, away, open] = [formats.number(online), formats.number(offline), formats.number(unknown)]
  return (
    <FactTable
      lead={rows.length === 0 ? texts.nothing : texts.counts(up, away, open)}
      heads={[all.device, texts.state, texts.shows]}
      rows={rows}
      foot={asOf(found)}
    />
  )
}

function stateOf({isOnline, reason}: ScreenRow, now: number): string {
  if (isOnline) return texts.online
  if (reason.kind === 'silent') return texts.offline(ageOf(reason.at, now))
  return reason.kind === 'clock' ? texts.wrongClock : texts.never
}
