import {textsOf} from '../../domain/language'

export const texts = textsOf('session', {
  heading: 'Second step',
  codeOfApp: 'Your password is right. Type the six digits that your app shows now, or one of your recovery codes.',
  recoveryCode: 'Your password is right. Type one of your recovery codes.',
  passkey: 'Use a passkey',
  orCode: 'Your password is right. Use your passkey, or type one of your codes.',
  code: 'Code',
  submit: 'Log in',
  checking: 'Checking…',
  back: 'Back to the log in',
  lost: 'Lost both the app and the recovery codes? An admin can remove your second factor.',
})
