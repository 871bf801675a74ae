import type {StatisticsSeries} from '../../../contract/wire/telemetry/liveStatistics'

/** For sockets that get each value of a device at once. */
export const deviceRoom = (deviceId: string) => `device:${deviceId}`
/** For sockets that get its newest values from time to time. */
export const pacedRoom = (deviceId: string) => `${PACED}${deviceId}`
export const roomsOfDevice = (deviceId: string) => [deviceRoom(deviceId), pacedRoom(deviceId)]
/** Of those who get the statistics of a series. */
export const statisticsRoom = ({device_id, key, time_zone}: StatisticsSeries) =>
  `statistics:${device_id} ${time_zone} ${key}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Of all who watch alarms. Besides it each is in the room of those that its viewer may see. */
export const ALARM_WATCH = 'alarms'
export const ALL_ALARMS = 'alarms:all'
/** Of screens with a wall link, which get the alarms of the devices on their walls. */
export const WALL_ALARMS = 'alarms:walls'
export const organisationAlarms = (organisationId: string) => `alarms:organisation:${organisationId}`
export const customerAlarms = (customerId: string) => `alarms:customer:${customerId}`

const PACED = 'paced:'
export const isPacedRoom = (room: string) => room.startsWith(PACED)
export const devicePaced = (room: string) => room.slice(PACED.length)
export const isDeviceRoom = (room: string) => room.startsWith('device:') || isPacedRoom(room)
/** The device of a room for its values. */
export const watchedDevice = (room: string) => (isDeviceRoom(room) ? room.slice(room.indexOf(':') + 1) : undefined)
