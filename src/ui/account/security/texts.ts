import {textsOf} from '../../../domain/language'

export const texts = textsOf('account.security', {
  signedInAs: (email: string) => `Signed in as ${email}`,
  notOffered: 'This server lets nobody change this here. Ask your admin, or reset your password by mail.',
  currentPassword: 'Present password',
  password: {
    heading: 'Password',
    submit: 'Change password',
    submitting: 'Changing…',
  },
})
