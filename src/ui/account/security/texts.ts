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
  email: {
    heading: 'Email',
    lead: 'A mail with a link is sent to the new email. It holds as soon as the link is opened.',
    field: 'New email',
    submit: 'Send the mail',
    submitting: 'Sending…',
  },
})
