import {AUDIT_ACTIONS} from '../wire/entities/audit'
import {ALARM_ROUTES_ATTRIBUTE} from './alarmRoutes'
import {HEADLINES_ATTRIBUTE} from './headlines'
import {NOTES_ATTRIBUTE} from './lists/annotations'
import {FALLBACK_ATTRIBUTE, GROUP_ATTRIBUTE, VIDEOS_ATTRIBUTE} from './lists/idList'
import {PLAYLIST_ATTRIBUTE} from './lists/playlist'
import {WALLS_ATTRIBUTE} from './lists/walls'
import {THRESHOLDS_ATTRIBUTE} from './thresholds'
import {UNITS_ATTRIBUTE} from './units'
import {USUAL_ATTRIBUTE} from './usual/zone'

/** The names of the actions of the audit trail, and of changes of the attributes that have a form. */
export const AUDIT_WORDS = {
  actions: {
    'session.opened': 'Signed in',
    'session.refused': 'Sign-in refused',
    'session.ended': 'Signed out',
    'session.reused': 'Old session used again',
    'user.registered': 'Registered',
    'user.verified': 'Email confirmed',
    'user.created': 'User created',
    'user.updated': 'User changed',
    'user.deleted': 'User deleted',
    'user.restored': 'User restored',
    'user.invited': 'Invitation sent',
    'user.signedOut': 'Signed out everywhere',
    'password.resetRequested': 'New password requested',
    'password.reset': 'New password set',
    'password.changed': 'Password changed',
    'secondFactor.added': 'Second factor added',
    'secondFactor.removed': 'Second factor removed',
    'recoveryCodes.renewed': 'Recovery codes renewed',
    'email.changeRequested': 'New email requested',
    'email.changed': 'Email changed',
    'profile.created': 'Profile created',
    'profile.updated': 'Profile changed',
    'preferences.updated': 'Preferences changed',
    'organisation.created': 'Organisation created',
    'organisation.updated': 'Organisation changed',
    'organisation.deleted': 'Organisation deleted',
    'customer.created': 'Customer created',
    'customer.updated': 'Customer changed',
    'customer.deleted': 'Customer deleted',
    'asset.created': 'Asset created',
    'asset.updated': 'Asset changed',
    'asset.deleted': 'Asset deleted',
    'device.created': 'Device created',
    'device.updated': 'Device changed',
    'device.deleted': 'Device deleted',
    'device.imported': 'Devices imported',
    'device.paired': 'Screen paired',
    'device.commanded': 'Command sent',
    'device.provisioned': 'Registered itself',
    'device.claimed': 'Claimed',
    'provisioningProfile.issued': 'Provisioning profile issued',
    'provisioningProfile.revoked': 'Provisioning profile revoked',
    'credentials.created': 'Access token created',
    'credentials.deleted': 'Access token deleted',
    'credentials.rotated': 'Access token replaced',
    'credentials.expirySet': 'End of access token changed',
    'credentials.formerEnded': 'Former access token ended',
    'attribute.created': 'Attribute created',
    'attribute.updated': 'Attribute changed',
    'attribute.deleted': 'Attribute deleted',
    'notification.tested': 'Alarm route tested',
    'maintenance.created': 'Maintenance planned',
    'maintenance.updated': 'Maintenance changed',
    'maintenance.removed': 'Maintenance removed',
    'maintenance.ended': 'Maintenance ended early',
    'maintenance.extended': 'Maintenance extended',
    'onCall.created': 'Rota created',
    'onCall.updated': 'Rota changed',
    'onCall.removed': 'Rota removed',
    'onCall.overridden': 'Call taken over',
    'onCall.overrideRemoved': 'Takeover of a call removed',
    'onCall.calendarIssued': 'Calendar address of a rota made',
    'onCall.calendarRevoked': 'Calendar address of a rota revoked',
    'shift.handedOver': 'Shift handed over',
    'shift.noted': 'Note added to a shift',
    'shift.sent': 'Shift sent by mail',
    'availability.goalsChanged': 'Availability goals changed',
    'usual.accepted': 'Values of a key called normal',
    'wallLink.issued': 'Wall link issued',
    'wallLink.opened': 'Wall link opened on a screen',
    'wallLink.revoked': 'Wall link revoked',
    'picture.uploaded': 'Picture of a wall uploaded',
    'picture.removed': 'Picture of a wall removed',
    'apiKey.issued': 'API key issued',
    'apiKey.revoked': 'API key revoked',
    'alarm.acknowledged': 'Alarm acknowledged',
    'alarm.commented': 'Alarm commented on',
    'alarm.reset': 'Alarm reset',
    'alarm.shelved': 'Alarm shelved',
    'alarm.unshelved': 'Alarm unshelved',
    'alarm.outOfService': 'Alarm taken out of service',
    'alarm.backInService': 'Alarm put back into service',
    'video.uploaded': 'Video uploaded',
    'video.deleted': 'Video deleted',
    'video.restored': 'Video restored',
    'video.purged': 'Video deleted for good',
  },
  attributes: {
    [WALLS_ATTRIBUTE]: 'Wall saved',
    [THRESHOLDS_ATTRIBUTE]: 'Thresholds saved',
    [ALARM_ROUTES_ATTRIBUTE]: 'Alarm routes saved',
    [UNITS_ATTRIBUTE]: 'Units saved',
    [HEADLINES_ATTRIBUTE]: 'Headline keys saved',
    [NOTES_ATTRIBUTE]: 'Notes on charts saved',
    [USUAL_ATTRIBUTE]: 'Zone and rules of what is usual saved',
    [PLAYLIST_ATTRIBUTE]: 'Playlist saved',
    [VIDEOS_ATTRIBUTE]: 'Videos assigned',
    [GROUP_ATTRIBUTE]: 'Devices of a group saved',
    [FALLBACK_ATTRIBUTE]: 'Fallback video saved',
  },
}

export type AuditWords = typeof AUDIT_WORDS

/** The words of a change. `key` names the attribute that was changed, if any. An action that only newer servers know keeps its name. */
export function wordsOfChange({actions, attributes}: AuditWords, action: string, key: unknown): string {
  const named = Object.entries(attributes).find(([known]) => known === key)
  if (named !== undefined && SAVED.includes(action)) return named[1]
  const known = AUDIT_ACTIONS.find(name => name === action)
  return known === undefined ? action : actions[known]
}

const SAVED: readonly string[] = ['attribute.created', 'attribute.updated']
