import {cleanup, screen} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import type {
  FirstAdmin as FirstAdminValues,
  NewPassword as NewPasswordValues,
} from '../../../src/domain/account/account'
import {firstAdminMachine, newPasswordMachine, passwordResetMachine} from '../../../src/machines/account/account'
import {FirstAdmin} from '../../../src/ui/account/FirstAdmin'
import {NewPassword} from '../../../src/ui/account/NewPassword'
import {PasswordReset} from '../../../src/ui/account/PasswordReset'
import {refused, unreachable} from '../../support/failures'
import {createSubmit, field, openAccountScreen, press, type} from './accountOnScreen'

afterEach(cleanup)

const HINT = 'The server can’t be reached right now. What you typed is kept.'

describe('the request for a new password', () => {
  async function openPasswordReset(...answers: (() => Promise<void>)[]) {
    const {sent, logic} = createSubmit<{email: string}>(...answers)
    const provided = passwordResetMachine.provide({actors: {submit: logic}})
    openAccountScreen('/passwordReset', {passwordReset: () => <PasswordReset logic={provided} />})
    await screen.findByRole('heading', {name: 'Reset your password'})
    const ask = (email: string) => {
      type('Email', email)
      press('Send the mail')
    }
    return {sent, ask}
  }

  it('says to look for the mail', async () => {
    const {sent, ask} = await openPasswordReset()
    ask('ann@works.test')
    expect((await screen.findByRole('status')).textContent).toBe('Check your email for password reset instructions.')
    expect(sent).toEqual([{email: 'ann@works.test'}])
  })

  it('sends the mail again on demand, and keeps the email when that fails', async () => {
    const {sent, ask} = await openPasswordReset(
      () => Promise.resolve(),
      () => Promise.resolve(),
      () => Promise.reject(refused(500)),
    )
    ask('ann@works.test')
    await screen.findByRole('status')
    press('Send again')
    await screen.findByText('The mail was sent again.')
    expect(sent).toEqual([{email: 'ann@works.test'}, {email: 'ann@works.test'}])
    press('Send again')
    await screen.findByRole('alert')
    expect(field('Email').value).toBe('ann@works.test')
  })

  it('names a wrong email and sends nothing', async () => {
    const {sent, ask} = await openPasswordReset()
    ask('ann')
    expect([sent, field('Email')]).toEqual([
      [],
      {value: 'ann', problem: 'This is not an email address.', hasFocus: true},
    ])
  })

  it.each([
    [refused(429, 'Too many requests. Try again later.'), 'Too many requests. Try again later.'],
    [refused(500), 'Failed to send password reset email. Please try again.'],
    [unreachable, `Failed to send password reset email. Please try again.${HINT}`],
  ])('keeps the email when it fails with %s', async (error, text) => {
    const {ask} = await openPasswordReset(() => Promise.reject(error))
    ask('ann@works.test')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(field('Email')).toEqual({value: 'ann@works.test', problem: null, hasFocus: true})
  })
})

describe('the new password', () => {
  async function openNewPassword(at: string, ...answers: (() => Promise<void>)[]) {
    const {sent, logic} = createSubmit<NewPasswordValues>(...answers)
    const provided = newPasswordMachine.provide({actors: {submit: logic}})
    openAccountScreen(at, {newPassword: () => <NewPassword logic={provided} />})
    await screen.findByRole('heading', {name: 'Choose a new password'})
    const choose = (password: string, confirmation = password) => {
      type('New password', password)
      type('Confirm new password', confirmation)
      press('Set password')
    }
    return {sent, choose}
  }

  it('is sent with the token of the link', async () => {
    const {sent, choose} = await openNewPassword('/newPassword?token=t%2F1')
    expect(field('New password').hasFocus).toBe(true)
    choose('long enough')
    expect((await screen.findByRole('status')).textContent).toBe('Your password has been successfully reset.')
    expect(sent).toEqual([{token: 't/1', password: 'long enough', confirmation: 'long enough'}])
  })

  it.each(['/newPassword', '/newPassword?token='])('is not asked for at %s', async at => {
    await openNewPassword(at)
    expect(screen.getByRole('alert').textContent).toBe(
      'Token is missing.Open the whole link of the mail, or ask for another.',
    )
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('link', {name: 'Ask for another link'}).getAttribute('href')).toBe('/passwordReset')
  })

  it('is told how strong it is, once it is long enough', async () => {
    await openNewPassword('/newPassword?token=t1')
    type('New password', 'short')
    expect(screen.queryByText(/Weak|Fair|Strong/)).toBeNull()
    type('New password', 'pulse-wall')
    expect(screen.getByText('Fair')).toBeTruthy()
  })

  it('must be typed twice alike', async () => {
    const {sent, choose} = await openNewPassword('/newPassword?token=t1')
    choose('long enough', 'long enougj')
    expect([sent, field('Confirm new password')]).toEqual([
      [],
      {value: 'long enougj', problem: 'Passwords do not match.', hasFocus: true},
    ])
  })

  it.each([
    [refused(400, 'This link is not valid any more.'), 'This link is not valid any more.'],
    [refused(500), 'Failed to reset password. Please try again.'],
    [unreachable, `Failed to reset password. Please try again.${HINT}`],
  ])('stays typed when it fails with %s', async (error, text) => {
    const {choose} = await openNewPassword('/newPassword?token=t1', () => Promise.reject(error))
    choose('long enough')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(['New password', 'Confirm new password'].map(label => field(label).value)).toEqual([
      'long enough',
      'long enough',
    ])
  })
})

describe('the first admin', () => {
  async function openFirstAdmin(at: string, ...answers: (() => Promise<void>)[]) {
    const {sent, logic} = createSubmit<FirstAdminValues>(...answers)
    const provided = firstAdminMachine.provide({actors: {submit: logic}})
    openAccountScreen(at, {firstAdmin: () => <FirstAdmin logic={provided} />})
    await screen.findByRole('heading', {name: 'Make the first admin'})
    const fill = () => {
      type('Email', 'root@works.test')
      type('Password', 'long enough')
      type('Confirm password', 'long enough')
      press('Make the admin')
    }
    return {sent, fill}
  }

  it('is made with the token of the link', async () => {
    const {sent, fill} = await openFirstAdmin('/firstAdmin?token=t1')
    fill()
    expect((await screen.findByRole('status')).textContent).toBe('The first admin is made and can log in now.')
    expect(sent).toEqual([
      {token: 't1', email: 'root@works.test', password: 'long enough', confirmation: 'long enough'},
    ])
  })

  it('can’t be made without a token', async () => {
    await openFirstAdmin('/firstAdmin')
    expect(screen.getByRole('alert').textContent).toBe(
      'Token is missing.Open the whole link that the server printed when it started.',
    )
  })

  it('is refused in the server’s words', async () => {
    const {fill} = await openFirstAdmin('/firstAdmin?token=t1', () => Promise.reject(refused(404, 'There is one.')))
    fill()
    expect((await screen.findByRole('alert')).textContent).toBe('There is one.')
  })
})
