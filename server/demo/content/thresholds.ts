import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {HARBOUR_WORKS, NORTHGATE_NOC} from './organisations'

type Thresholds = Readonly<Record<string, Json>>

/** Thresholds by which the fleet raises a few alarms in an hour, and each is worth a look. */
const OF_ORGANISATIONS: Readonly<Record<string, Thresholds>> = {
  [HARBOUR_WORKS]: {cpu: {warning: {above: 90}, clear: 10, for: 60}},
  [NORTHGATE_NOC]: {
    cpu: {warning: {above: 80}, critical: {above: 92}, clear: 5, for: 30},
    latency: {warning: {above: 75}, clear: 20, for: 60},
    battery: {warning: {below: 20}, clear: 5},
    temperature: {silentAfter: 600},
  },
}

const OF_TYPES: Readonly<Record<string, Thresholds>> = {
  pump: {
    vibration: {
      warning: {above: 0.0036},
      critical: {above: 0.0041},
      clear: 0.0004,
      for: 20,
      offFor: 60,
      silentAfter: 600,
    },
  },
  /** Below it, mains have failed. */
  'power supply': {battery: {warning: {below: 90}, clear: 5}},
  'cold room': {
    temperature: {warning: {above: -17}, critical: {above: -15.5}, clear: 0.5, for: 60, offFor: 60},
  },
}

/** The thresholds that hold for all devices of an organisation. */
export const demoThresholds = () =>
  Object.entries(OF_ORGANISATIONS).map(([organisationId, jsonV]) => ({
    entityType: 'organisation' as const,
    entityId: organisationId,
    organisationId,
    scope: ATTRIBUTE_SCOPES.shared,
    key: THRESHOLDS_ATTRIBUTE,
    jsonV,
  }))

/** The thresholds to write for each device of a type. */
export const thresholdsOf = (type: string | null): Thresholds | undefined => OF_TYPES[type ?? '']
