import type {Availability} from '../../contract/rules/availability'
import type {AvailabilityReport, AvailabilityRow} from '../../src/domain/alarms/availability'
import type {AvailabilityAnswer} from '../../src/machines/alarms/availability'
import {LONG, NOW} from './world'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 30

const amounts = (lost: number, maintenance = 0, unknown = 0): Availability => ({
  evaluated: DAY - maintenance - unknown,
  available: DAY - maintenance - unknown - lost,
  maintenance,
  unknown,
})

const NOT_THERE = {available: 0, evaluated: 0, maintenance: 0, unknown: 0}

const sum = (days: readonly Availability[]): Availability => ({
  available: days.reduce((total, {available}) => total + available, 0),
  evaluated: days.reduce((total, {evaluated}) => total + evaluated, 0),
  maintenance: days.reduce((total, {maintenance}) => total + maintenance, 0),
  unknown: days.reduce((total, {unknown}) => total + unknown, 0),
})

function row(name: string, more: Partial<AvailabilityRow>, dayAt: (day: number) => Availability): AvailabilityRow {
  const days = Array.from({length: DAYS}, (_, day) => dayAt(day))
  return {id: name, name, label: 'hall 1', customer: 'Mill', devices: 1, goal: 99.5, amounts: sum(days), days, ...more}
}

const ROWS = [
  row('Boiler 7', {}, day => amounts(day % 4 === 0 ? 5 * HOUR : 0, day % 7 === 0 ? 2 * HOUR : 0)),
  row(LONG, {goal: 98, label: 'hall 2'}, day => amounts(day === 12 ? 9 * HOUR : 0)),
  row('Pump 3', {}, day => (day < 20 ? amounts(0, 0, DAY) : amounts(0))),
  row('Fan 2', {goal: null}, day =>
    day < 12 ? NOT_THERE : day === 13 ? amounts(0, DAY) : amounts(day % 5 ? 0 : HOUR),
  ),
  row('Spare', {label: null, goal: null}, () => amounts(0, 0, DAY)),
]

const REPORT: AvailabilityReport = {
  days: Array.from({length: DAYS}, (_, day) => NOW - (DAYS - day) * DAY),
  total: {devices: ROWS.length, amounts: sum(ROWS.map(({amounts}) => amounts)), days: []},
  rows: ROWS,
  leftOff: 0,
  goals: {goal: 99.5, labels: {'hall 2': 98}, version: 3},
  labels: ['hall 1', 'hall 2'],
  mayChange: true,
}

export const AVAILABILITY: AvailabilityAnswer = {
  report: REPORT,
  range: {start: NOW - DAYS * DAY, end: NOW},
  readAt: NOW,
}

export const NO_DEVICES: AvailabilityAnswer = {
  ...AVAILABILITY,
  report: {...REPORT, total: {devices: 0, amounts: sum([]), days: []}, rows: [], mayChange: false},
}
