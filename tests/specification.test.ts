import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {ERRORS, NOT_BUILT, VALIDATION} from './specification'

describe.each([
  ['validation rules', VALIDATION],
  ['errors', ERRORS],
])('the specified %s', (_, lines) => {
  it.each(Object.entries(lines))('%s', (_line, proofs) => {
    if (proofs === NOT_BUILT) return
    expect(proofs.length).toBeGreaterThan(0)
    expect(proofs.filter(([file, part]) => !holds(file, part))).toEqual([])
  })
})

it.each([
  'Title, Email, and Phone are required.',
  'Device name is required.',
  'Missing organisation ID in route.',
  'Name and label are required.',
  'Password is required when restoring a deleted user.',
  'Passwords do not match',
  'Passwords do not match.',
  'Token is missing.',
  'Verification token is missing.',
  'Are you absolutely sure you want to delete',
  'Failed to load devices',
  'Failed to login. Please check your credentials.',
  'Failed to register. Please try again.',
  'Successful registration, please verify your email to login.',
  'Failed to send password reset email. Please try again.',
  'Check your email for password reset instructions.',
  'Failed to reset password. Please try again.',
  'Your password has been successfully reset.',
  'Verification failed. Please try again.',
  'Account successfully verified. Redirecting to login...',
  'Failed to fetch user info.',
  'Failed to save profile.',
  'Registration failed',
  'Failed to load user data',
  'Update failed',
  'Failed to delete user',
  'Failed to create organisation.',
  'Failed to update organisation.',
  'Failed to load organisation.',
  'Organisation not found.',
  'Failed to delete organisation.',
  'Failed to create device',
  'Failed to load device',
  '❌ Failed to update device',
  '❌ Failed to delete device',
  'Failed to create asset',
  'Failed to load asset',
  'Failed to delete asset',
  'Failed to add attribute',
  'Customer creation failed',
  'Failed to load customer data',
  'Failed to delete customer',
  'Upload failed',
  'Delete failed',
  'Failed to create group',
  'Failed to update group name',
  'Failed to assign video to device',
  'Failed to add video to playlist',
  'Failed to remove video from device',
  'Failed to remove video from playlist',
  'Failed to reorder playlist',
  'Missing organisation ID',
])('has a line for the text %s', text => {
  const lines = Object.entries({...VALIDATION, ...ERRORS}).flatMap(([line, proofs]) =>
    proofs === NOT_BUILT ? [line] : proofs.map(([, part]) => part),
  )
  expect(lines.filter(line => line.includes(text))).not.toEqual([])
})

it('leaves out the media dashboard alone', () => {
  const leftOut = Object.entries({...VALIDATION, ...ERRORS}).filter(([, proofs]) => proofs === NOT_BUILT)
  expect(leftOut.map(([line]) => line.replace(/:.*/, ''))).toEqual([
    'Group creation',
    'Upload',
    'Upload',
    ...Array.from({length: 9}, () => 'Media dashboard'),
    'A missing heartbeat marks a device inactive',
  ])
})

it('notices a file and a part that are not there', () => {
  expect([holds('noSuch.test.ts', ''), holds('specification.test.ts', ['no such', 'part'].join(' '))]).toEqual([
    false,
    false,
  ])
})

function holds(file: string, part: string): boolean {
  const path = join(import.meta.dirname, file)
  return existsSync(path) && readFileSync(path, 'utf8').includes(part)
}
