import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import {statusReason} from '../../../domain/media/statuses'
import type {DeviceStatusSnapshot} from '../../../machines/media/deviceStatus'
import {texts} from '../texts'

/** Why the device has its status, or when it was last seen. */
export function reasonText({context}: DeviceStatusSnapshot, deviceId: string, formats: Formats): string {
  const {heartbeats, asOf, now} = context
  const reason = statusReason(heartbeats.get(deviceId), asOf, now)
  switch (reason.kind) {
    case 'notChecked':
    case 'noHeartbeat':
      return texts.reason[reason.kind]
    case 'linkDown':
      return texts.reason.asOf(formats.time(reason.asOf, 'minute'))
    case 'received':
      return ageOf(reason.at, now)
    case 'silent':
      return texts.reason.silent(ageOf(reason.at, now))
    case 'clock':
      return texts.reason[reason.error < 0 ? 'behind' : 'ahead'](ageOf(0, Math.abs(reason.error)))
  }
}
