import type {MaintenanceChoices, MaintenanceWindow} from '../../src/domain/maintenance'
import {ago, LONG, NOW} from './world'

const HOUR = 3_600_000

const window = (id: string, title: string, more: Partial<MaintenanceWindow>): MaintenanceWindow => ({
  id,
  title,
  reason: '',
  target: {kind: 'organisation', value: null},
  targetName: null,
  period: null,
  last: null,
  plan: {start: '2026-11-23T02:30', zone: 'Europe/Berlin', minutes: 120, rrule: null},
  createdBy: 'ana.lindqvist@harbour.test',
  mayChange: true,
  version: 1,
  ...more,
})

export const OIL = window('m1', 'Change of oil', {
  reason: 'Boiler 7 is open until the afternoon.',
  target: {kind: 'device', value: 'd1'},
  targetName: 'Boiler 7',
  period: {start: ago(30), end: NOW + HOUR},
})
const CHOICES: MaintenanceChoices = {
  isOrganisation: true,
  customers: [{id: 'c1', name: 'Mill'}],
  labels: ['hall 1', 'hall 2'],
  devices: [{id: 'd1', name: 'Boiler 7'}],
}

export const MAINTENANCE = {
  windows: [
    OIL,
    window('m2', LONG, {
      target: {kind: 'label', value: 'hall 1'},
      plan: {start: '2026-11-22T02:30', zone: 'Europe/Berlin', minutes: 120, rrule: 'FREQ=MONTHLY;BYDAY=2SU'},
      period: {start: NOW + 20 * HOUR, end: NOW + 22 * HOUR},
      mayChange: false,
    }),
    window('m3', 'Network', {last: {start: ago(3000), end: ago(2900)}}),
  ],
  choices: CHOICES,
}

export const NEXT = [1, 8, 15].map(days => {
  const start = NOW + days * 24 * HOUR
  return {start, end: start + HOUR}
})
