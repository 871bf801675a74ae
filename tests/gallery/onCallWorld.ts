import type {NamedRota, Person} from '../../src/domain/alarms/onCall'
import {ago, LONG, NOW} from './world'

const HOUR = 3_600_000

const PEOPLE: readonly Person[] = [
  {id: 'u1', name: 'Ana Lindqvist', isPresent: true, pushBrowsers: 2},
  {id: 'u2', name: 'Bo Ruiz', isPresent: true},
  {id: 'u3', name: 'Chidi Okafor', isPresent: false},
]

const rota = (id: string, name: string, more: Partial<NamedRota> = {}): NamedRota => ({
  id,
  name,
  zone: 'Europe/Berlin',
  people: ['u1', 'u2', 'u3'],
  layers: [],
  overrides: [],
  version: 1,
  handOver: {minute: 8 * 60, days: 2, since: '2026-03-02'},
  ...more,
})

export const NIGHT = rota('r1', 'Night shift', {
  calendar: '/api/v0/on-call/calendar/r1/c2lnbmF0dXJl/rota.ics',
  overrides: [{id: 't1', start: ago(30), end: NOW + 5 * HOUR, person: 'u2', insteadOf: null, note: 'Holiday'}],
})

export const ROTAS = {
  rotas: [
    NIGHT,
    rota('r2', LONG, {
      people: [],
      layers: [{days: [1, 2, 3, 4, 5], from: 0, until: 0, people: ['u1']}],
    }),
  ],
  people: PEOPLE,
}
