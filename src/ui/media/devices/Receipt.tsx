import {useSelector} from '@xstate/react'
import {type Receipt as GotSoFar, receiptOf} from '../../../domain/media/screenReport'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import {texts} from '../texts'

/** Shows whether the screen has got the stored playlist. */
export function Receipt({status, deviceId}: {status: DeviceStatusRef; deviceId: string}) {
  const kind = useSelector(status, ({context}) => receiptIn(context, deviceId).kind)
  const text = useSelector(status, ({context}) => receiptText(receiptIn(context, deviceId)))
  return (
    <span data-receipt={kind}>
      <StatusMark status={MARKS[kind]}>{text}</StatusMark>
    </span>
  )
}

export function receiptText(receipt: GotSoFar): string {
  switch (receipt.kind) {
    case 'notReported':
    case 'saved':
      return texts.receipt[receipt.kind]
    case 'fetching':
      return texts.receipt.fetching(receipt.ready, receipt.files)
    case 'playing':
      return texts.receipt.playing(receipt.revision)
    case 'hindered':
      return texts.receipt.hindered(receipt.reasons.join('; '))
  }
}

const MARKS: Record<GotSoFar['kind'], Status> = {
  notReported: 'notRead',
  saved: 'off',
  fetching: 'late',
  playing: 'ok',
  hindered: 'warning',
}

type Context = ReturnType<DeviceStatusRef['getSnapshot']>['context']

const receiptIn = ({reports, revisions}: Context, deviceId: string): GotSoFar =>
  receiptOf(reports.get(deviceId), revisions.get(deviceId) ?? null)
