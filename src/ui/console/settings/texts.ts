import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

const many = (count: number, one: string, other: string): string => `${counted(count)} ${count === 1 ? one : other}`

/** The tasks of an organisation's settings, and how far they are done. */
export const texts = textsOf('console.settings', {
  title: 'Settings',
  thresholds: (count: number) => many(count, 'threshold', 'thresholds'),
  noThreshold: 'No threshold for all devices',
  unwatched: (count: number) => `${many(count, 'device', 'devices')} without any`,
  units: (count: number) => many(count, 'unit', 'units'),
  noUnit: 'No unit',
  nobody: 'Nobody is notified',
  routes: (count: number) => many(count, 'route', 'routes'),
  rotas: (count: number) => many(count, 'rota', 'rotas'),
  unsent: 'nothing sent yet',
  last: {
    waiting: 'last message waiting since',
    delivered: 'last message delivered',
    failed: 'last message failed',
  },
  zone: (zone: string) => `What is usual is learned by ${zone}`,
  allDevices: 'All devices on one wall',
  wallCount: (count: number) => many(count, 'wall', 'walls'),
  first: (name: string) => `first: ${name}`,
  noKey: 'No key',
  keys: (count: number) => many(count, 'key', 'keys'),
  customer: {
    users: 'Those of you who may sign in',
    devices: 'Your devices, with their access tokens and thresholds',
  },
  walls: {
    title: 'Walls',
    loading: 'Loading walls…',
    none: 'No walls yet. Everybody sees all devices on one wall. Walls are made at the wall itself.',
    first: 'First for everybody',
    all: 'All devices',
    isFirst: 'first for everybody',
  },
})
