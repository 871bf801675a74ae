import {useSelector} from '@xstate/react'
import {ageOf} from '../../../domain/format/age'
import {isLinkDown} from '../../../domain/link'
import {shownName} from '../../../domain/wall/deviceNames'
import type {LatePanel} from '../../../domain/wall/facts/kinds'
import {lateDevices} from '../../../domain/wall/facts/late'
import {useApplication} from '../../kit/application'
import type {BodyProps} from '../panels/painting'
import {useShown} from '../panels/useShown'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.late

export function LateBody({panel, wall}: Pick<BodyProps<LatePanel>, 'panel' | 'wall'>) {
  const {formats} = useApplication()
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  const {
    rows,
    total,
    of: chosen,
  } = useShown(wall, ({context: {board}}) => {
    const now = lateDevices(panel, board)
    return {
      ...now,
      rows: now.rows.map(({device, seenAt}) => ({
        id: device.id,
        name: shownName(board.devices, device),
        deviceId: device.id,
        cells: [seenAt === null ? all.none : texts.ago(ageOf(seenAt, board.now))],
      })),
    }
  })
  const [count, devices] = [formats.number(total), formats.number(chosen)]
  return (
    <FactTable
      lead={isCut ? texts.cut : total === 0 ? texts.all(devices) : texts.count(count, devices)}
      heads={[all.device, texts.seen]}
      rows={rows}
      total={isCut ? rows.length : total}
      foot=""
    />
  )
}
