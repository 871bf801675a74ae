import {useSelector} from '@xstate/react'
import {countText} from '../../../contract/rules/format/numbers'
import {ageOf} from '../../domain/format/age'
import type {MarkedStatus} from '../../domain/telemetry/devices/worstFirst'
import {alarmsAtCut} from '../../domain/wall/board'
import type {WallRef} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {StatusShape} from './grid/StatusShape'
import {texts} from './texts'

/** The number of devices in a status. Alarms from before the link was cut are shown with their age. */
export function StatusCount({wall, status}: {wall: WallRef; status: MarkedStatus}) {
  const {formats} = useApplication()
  const count = useSelector(wall, s => s.context.board.counts[status])
  const before = useSelector(wall, s => alarmsAtCut(s.context.board, status))
  const age = useSelector(wall, ({context: {board}}) => (board.cutAt === null ? '' : ageOf(board.cutAt, board.now)))
  const word = texts.statuses[status]
  return (
    <>
      <StatusShape status={status} />
      <b>{countText(formats, before ?? count)}</b> {before === null ? word : texts.age.before(word, age)}
    </>
  )
}
