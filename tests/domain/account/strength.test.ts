import {describe, expect, it} from 'vitest'
import {PASSWORD_LENGTH} from '../../../contract/limits'
import {passwordStrength} from '../../../src/domain/account/strength'

describe('the strength of a new password', () => {
  it.each([
    ['', null],
    ['Ab3$', null],
    ['x'.repeat(PASSWORD_LENGTH + 1), null],
    ['aaaaaaaaaaaa', 'weak'],
    ['abcdefghijkl', 'weak'],
    ['987654321000', 'weak'],
    ['pulsewal', 'weak'],
    ['pulse-wall', 'fair'],
    ['Hk7$wq9z', 'fair'],
    ['a fine new password', 'strong'],
    ['Hk7$wq9z!Tm2', 'strong'],
    ['пароль-длинный', 'strong'],
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵', 'fair'],
  ])('of %j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })
})
