import type {Milliseconds} from '../../../contract/wire/common'
import {countDevicesByStatus} from '../../../contract/wire/entities/device'
import type {DeviceCounts} from '../../domain/console/health'
import type {Http, Options} from '../http'

interface Question {
  organisationId: string
  /** A device that was last seen longer ago than this is late. */
  lateAfter: Milliseconds
}

/** Counts the devices of an organisation by status, on a server with additions. */
export async function countDevices(
  http: Http,
  {organisationId, lateAfter}: Question,
  options: Options = {},
): Promise<DeviceCounts> {
  const query = {lateAfter: Math.ceil(lateAfter)}
  const asked = {params: {id: organisationId}, query, ...options}
  const {newest, ...counts} = await http.call(countDevicesByStatus, asked)
  return {
    ...counts,
    newest: newest && {id: newest.deviceId, name: newest.name, lastSeen: http.clock.toClient(newest.lastSeen)},
  }
}
