import {cleanup, fireEvent, screen, waitFor} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import type {Registration} from '../../../src/domain/account/account'
import {registrationMachine} from '../../../src/machines/account/account'
import {Register} from '../../../src/ui/account/Register'
import {refused, unreachable} from '../../support/failures'
import {createSubmit, field, openAccountScreen, press, type} from './accountOnScreen'

afterEach(cleanup)

async function openRegister(...answers: (() => Promise<void>)[]) {
  const {sent, logic} = createSubmit<Registration>(...answers)
  const provided = registrationMachine.provide({actors: {submit: logic}})
  const page = openAccountScreen('/register', {
    register: () => <Register logic={provided} />,
    passwordReset: () => <h1>Reset</h1>,
  })
  await screen.findByRole('heading', {name: 'Create an account'})
  const fill = (email: string, password: string, confirmation = password) => {
    type('Email', email)
    type('Password', password)
    type('Confirm password', confirmation)
    press('Register')
  }
  return {...page, sent, fill}
}

const fields = () => ['Email', 'Password', 'Confirm password'].map(field)

describe('the registration', () => {
  it('starts at the email and can be filled in by a password manager', async () => {
    await openRegister()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(
      ['Email', 'Password', 'Confirm password'].map(label => screen.getByLabelText(label).getAttribute('autocomplete')),
    ).toEqual(['username', 'new-password', 'new-password'])
  })

  it('sends what was typed and says what to do next, with the focus on it', async () => {
    const {sent, fill} = await openRegister()
    fill('ann@works.test', ' long enough ')
    const done = await screen.findByRole('status')
    expect([sent, done.textContent]).toEqual([
      [{email: 'ann@works.test', password: ' long enough ', confirmation: ' long enough '}],
      'Successful registration, please verify your email to login.',
    ])
    expect([document.activeElement, screen.queryByLabelText('Email')]).toEqual([done, null])
  })

  it('names each wrong field, goes to the first and sends nothing', async () => {
    const {sent, fill} = await openRegister()
    fill('ann', 'short', 'other')
    expect([sent, fields()]).toEqual([
      [],
      [
        {value: 'ann', problem: 'This is not an email address.', hasFocus: true},
        {value: 'short', problem: 'Use at least 8 characters.', hasFocus: false},
        {value: 'other', problem: 'Passwords do not match', hasFocus: false},
      ],
    ])
  })

  it('says that the passwords do not match at the second of them', async () => {
    const {sent, fill} = await openRegister()
    fill('ann@works.test', 'long enough', 'long enougj')
    expect([sent, fields()]).toEqual([
      [],
      [
        {value: 'ann@works.test', problem: null, hasFocus: false},
        {value: 'long enough', problem: null, hasFocus: false},
        {value: 'long enougj', problem: 'Passwords do not match', hasFocus: true},
      ],
    ])
  })

  it('asks for what is missing', async () => {
    await openRegister()
    press('Register')
    expect(fields().map(({problem}) => problem)).toEqual(['Enter your email.', 'Enter a password.', null])
  })

  it('takes the whole of a long password, or says that it is too long', async () => {
    const {sent, fill} = await openRegister()
    fill('ann@works.test', 'a'.repeat(257))
    expect([sent, field('Password').problem]).toEqual([[], 'Use at most 256 characters.'])
    fill('ann@works.test', 'a'.repeat(256))
    expect(sent.map(({password}) => password.length)).toEqual([256])
  })

  it('can’t be sent twice', async () => {
    const {sent, fill} = await openRegister(() => new Promise(() => {}))
    fill('ann@works.test', 'long enough')
    const submit = screen.getByRole('button', {name: 'Registering…'})
    fireEvent.click(submit)
    fireEvent.click(submit)
    expect([sent.length, submit.getAttribute('aria-busy')]).toEqual([1, 'true'])
  })

  it.each([
    ['with the server’s words', refused(400, 'Choose another.'), 'Choose another.'],
    ['without words of the server', refused(500), 'Failed to register. Please try again.'],
    [
      'without a server',
      unreachable,
      'Failed to register. Please try again.The server can’t be reached right now. What you typed is kept.',
    ],
  ])('keeps what was typed when it fails %s', async (_, error, text) => {
    const {sent, fill} = await openRegister(
      () => Promise.reject(error),
      () => Promise.resolve(),
    )
    fill('ann@works.test', 'long enough')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(fields()).toEqual([
      {value: 'ann@works.test', problem: null, hasFocus: true},
      {value: 'long enough', problem: null, hasFocus: false},
      {value: 'long enough', problem: null, hasFocus: false},
    ])
    press('Register')
    await screen.findByRole('status')
    expect(sent).toHaveLength(2)
  })

  it('leads to the login and to a new password', async () => {
    const {path} = await openRegister()
    fireEvent.click(screen.getByRole('link', {name: 'Forgot your password?'}))
    await screen.findByRole('heading', {name: 'Reset'})
    expect(path()).toBe('/passwordReset')
  })

  it('is reached from the login, which takes back its failure', async () => {
    const {session, path} = openAccountScreen('/login', {register: () => <h1>Registration</h1>})
    await screen.findByLabelText('Email')
    fireEvent.click(screen.getByRole('link', {name: 'Create an account'}))
    await screen.findByRole('heading', {name: 'Registration'})
    expect([path(), session.getSnapshot().context.message]).toEqual(['/register', null])
    await waitFor(() => expect(session.getSnapshot().matches({signedOut: 'idle'})).toBe(true))
  })
})
