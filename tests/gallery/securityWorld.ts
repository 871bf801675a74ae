import type {PushState} from '../../src/domain/account/push'
import type {AppOffer, SecondFactor} from '../../src/domain/account/secondFactor'
import type {OwnSession} from '../../src/domain/user'
import {ago} from './world'

export const FACTOR_OFF: SecondFactor = {isOn: false, hasApp: false, passkeys: [], recoveryCodesLeft: 0}
export const FACTOR_ON: SecondFactor = {isOn: true, hasApp: true, passkeys: [], recoveryCodesLeft: 8}

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const OFFER: AppOffer = {
  secret: SECRET,
  uri: `otpauth://totp/Pulsewall:petra%40harbour.test?issuer=Pulsewall&secret=${SECRET}`,
}

export const RECOVERY_CODES = Array.from({length: 10}, (_, at) => `k7m${at}-q2x9-h4t6-p8w3-n5v2-r6d4`)

export const OWN_SESSIONS: readonly OwnSession[] = [
  {
    id: '018f3c1e-0000-7000-8000-0000000000e1',
    isCurrent: true,
    browser: 'Chrome',
    system: 'Linux',
    address: '192.0.2.17',
    startedAt: ago(90),
    lastUsedAt: ago(4),
  },
  {
    id: '018f3c1e-0000-7000-8000-0000000000e2',
    isCurrent: false,
    browser: 'Safari',
    system: 'iOS',
    address: '2001:db8:85a3::8a2e:370:7334',
    startedAt: ago(9000),
    lastUsedAt: ago(700),
  },
  {
    id: '018f3c1e-0000-7000-8000-0000000000e3',
    isCurrent: false,
    browser: null,
    system: null,
    address: null,
    startedAt: ago(20_000),
    lastUsedAt: null,
  },
]

const HERE = {id: '018f3c1e-0000-7000-8000-0000000000f1', name: 'Chrome on Linux', since: ago(90), isCurrent: true}
const PHONE = {id: '018f3c1e-0000-7000-8000-0000000000f2', name: 'Safari on iOS', since: ago(9000), isCurrent: false}
export const PUSH_OFF: PushState = {here: 'off', browsers: []}
export const PUSH_ON: PushState = {here: 'on', browsers: [HERE, PHONE]}
export const PUSH_BLOCKED: PushState = {here: 'blocked', browsers: [PHONE]}
