/** A test file below `tests` and a part of it: the very text that it asserts, or the name of its test. */
type Proof = readonly [file: string, part: string]

/** Lines of the parts of the product that are not built yet. */
export const NOT_BUILT = 'not built yet'

const FAILURES = 'journeys/consoleFailures.test.ts'
const CONSOLE = 'journeys/console.test.ts'
const PASSWORDS = 'ui/account/passwords.test.tsx'
const VERIFICATION = 'ui/account/verification.test.tsx'

/** Section 5, validation rules, line by line. */
export const VALIDATION: Readonly<Record<string, readonly Proof[] | typeof NOT_BUILT>> = {
  'Organisation create: Title, Email and Phone required': [[CONSOLE, "'Title, Email, and Phone are required.'"]],
  'Organisation create: the email field has email type': [[CONSOLE, "getAttribute('type')).toBe('email')"]],
  'Device create: name required after trimming': [
    [CONSOLE, "fill({Name: '   '})"],
    [CONSOLE, "'Device name is required.'"],
  ],
  'Device create: the organisation id must be in the route': [
    [FAILURES, "['/sys_admin/device-create', 'Missing organisation ID in route.']"],
  ],
  'Asset create: name and label required': [[CONSOLE, "'Name and label are required.'"]],
  'Asset create: the organisation id must be in the route': [
    [FAILURES, "['/sys_admin/asset-create', 'Missing organisation ID in route.']"],
  ],
  'User create: email and password required': [
    [CONSOLE, "'Email is required.'"],
    [CONSOLE, "'Password is required.'"],
  ],
  'User create: authority ORGANISATION_ADMIN (default) or CUSTOMER_USER': [
    [CONSOLE, "inputValue()).toBe('ORGANISATION_ADMIN')"],
    ['ui/console/record.test.tsx', 'of a user offers two authorities, of which the first is chosen'],
  ],
  'User edit: authorities CUSTOMER_USER, CUSTOMER_ADMIN, ORGANISATION_ADMIN': [[FAILURES, "'CUSTOMER_ADMIN',"]],
  'User edit: password optional': [[FAILURES, "changed: ['Authority', 'CUSTOMER_USER']"]],
  'User edit: password required when restoring a deleted user': [
    [FAILURES, "'Password is required when restoring a deleted user.'"],
  ],
  'Customer create and edit: email required, the rest optional': [
    [CONSOLE, "'Email is required.'"],
    [FAILURES, "filled: {Email: 'cut-customer@example.test'}"],
  ],
  'Registration: passwords must match': [['ui/account/register.test.tsx', "problem: 'Passwords do not match',"]],
  'New password: passwords must match': [[PASSWORDS, "problem: 'Passwords do not match.',"]],
  'New password: the token must be present': [['journeys/account.test.ts', "'Token is missing.'"]],
  'Verification: the token must be present': [['journeys/account.test.ts', "'Verification token is missing.'"]],
  'New attribute: key and string value required': [
    [CONSOLE, "'Key is required.'"],
    [CONSOLE, "'Value is required.'"],
  ],
  'Group creation: a non-blank name is required': NOT_BUILT,
  'Upload: a file must be chosen': NOT_BUILT,
  'Upload: video files only': NOT_BUILT,
  'Organisation delete: the typed title must match': [
    ['ui/console/record.test.tsx', 'tells what goes with it and waits for the exact title and the tick'],
    [CONSOLE, "'Organisation deleted.'"],
  ],
  'Organisation delete: the message starts as specified': [
    ['ui/console/record.test.tsx', "'Are you absolutely sure you want to delete Harbour Works?'"],
  ],
  'Custom aggregation window: a number with minimum 1': [['domain/view.test.ts', "['-5', 1]"]],
  'Custom aggregation window: blank or invalid counts as 1 minute': [
    ['domain/view.test.ts', "['abc', 1]"],
    ['ui/dashboard/dashboard.test.tsx', 'count a blank custom window as 1 minute'],
  ],
}

/** Section 8, the error catalogue, line by line. */
export const ERRORS: typeof VALIDATION = {
  'Transport: a silent refresh and one retry after a 401': [
    ['api/http.test.ts', 'is retried once after the renewal, never twice'],
  ],
  'Transport: passed on if the refresh fails': [['api/http.test.ts', 'is passed on when the renewal is refused']],
  'Transport: the server’s message is used when present': [
    [FAILURES, "'A user with this email exists already.'"],
    ['ui/login.test.tsx', 'Failed to login. Please check your credentials.'],
  ],
  'Telemetry dashboard: Failed to load devices': [['machines/dashboard.test.ts', "'Failed to load devices'"]],
  'Telemetry dashboard: a device that can’t be enriched is still listed': [
    ['machines/dashboard.test.ts', 'are missing with a warning, and the device stays listed'],
  ],
  'Telemetry dashboard: a failed chart fetch leaves the chart empty': [
    ['machines/chart.test.ts', 'is empty when it fails, logs it, and can be retried'],
  ],
  'Telemetry dashboard: a failed tile fetch hides the tiles': [
    ['machines/tiles.test.ts', 'hide when they can’t be had, and log it'],
  ],
  'Login failed': [['journeys/session.test.ts', "'Failed to login. Please check your credentials.'"]],
  'Registration failed': [['ui/account/register.test.tsx', "'Failed to register. Please try again.'"]],
  'Registration succeeded': [
    ['journeys/account.test.ts', "'Successful registration, please verify your email to login.'"],
  ],
  'Password reset failed': [[PASSWORDS, "'Failed to send password reset email. Please try again.'"]],
  'Password reset succeeded': [[PASSWORDS, "'Check your email for password reset instructions.'"]],
  'New password failed': [[PASSWORDS, "'Failed to reset password. Please try again.'"]],
  'New password succeeded': [[PASSWORDS, "'Your password has been successfully reset.'"]],
  'Verification failed': [[VERIFICATION, "'Verification failed. Please try again.'"]],
  'Verification succeeded': [[VERIFICATION, "'Account successfully verified. Redirecting to login...'"]],
  'Profile: Failed to fetch user info.': [['journeys/profile.test.ts', "'Failed to fetch user info.'"]],
  'Profile: Failed to save profile.': [['journeys/profile.test.ts', "'Failed to save profile.'"]],
  'Profile: a 404 on load allows creation': [['journeys/profile.test.ts', 'You have no profile yet.']],
  'User: Registration failed': [[FAILURES, "create: 'Registration failed'"]],
  'User: Failed to load user data': [[FAILURES, "load: 'Failed to load user data'"]],
  'User: Update failed': [[FAILURES, "save: 'Update failed'"]],
  'User: Failed to delete user': [[FAILURES, "delete: 'Failed to delete user'"]],
  'Organisation: Failed to create organisation.': [[FAILURES, "create: 'Failed to create organisation.'"]],
  'Organisation: Failed to update organisation.': [[FAILURES, "save: 'Failed to update organisation.'"]],
  'Organisation: Failed to load organisation.': [[FAILURES, "load: 'Failed to load organisation.'"]],
  'Organisation: Organisation not found.': [[FAILURES, "'Organisation not found.'"]],
  'Organisation: Failed to delete organisation.': [[FAILURES, "delete: 'Failed to delete organisation.'"]],
  'Organisation: successes are shown, too': [
    [CONSOLE, "'Organisation created.'"],
    [FAILURES, "save: 'Organisation updated.'"],
    [CONSOLE, "'Organisation deleted.'"],
  ],
  'Device: Failed to create device': [[FAILURES, "create: 'Failed to create device'"]],
  'Device: Failed to load device': [[FAILURES, "load: 'Failed to load device'"]],
  'Device: ❌ Failed to update device': [[FAILURES, "save: '❌ Failed to update device'"]],
  'Device: ❌ Failed to delete device': [[FAILURES, "delete: '❌ Failed to delete device'"]],
  'Asset: Failed to create asset': [[FAILURES, "create: 'Failed to create asset'"]],
  'Asset: Failed to load asset': [[FAILURES, "load: 'Failed to load asset'"]],
  'Asset: Failed to delete asset': [[FAILURES, "delete: 'Failed to delete asset'"]],
  'Asset: Failed to add attribute': [[FAILURES, 'Failed to add attribute']],
  'Customer: Customer creation failed': [[FAILURES, "create: 'Customer creation failed'"]],
  'Customer: Failed to load customer data': [[FAILURES, "load: 'Failed to load customer data'"]],
  'Customer: Update failed': [[FAILURES, "save: 'Update failed'"]],
  'Customer: Failed to delete customer': [[FAILURES, "delete: 'Failed to delete customer'"]],
  'Media dashboard: Upload failed': NOT_BUILT,
  'Media dashboard: Delete failed': NOT_BUILT,
  'Media dashboard: Failed to create group': NOT_BUILT,
  'Media dashboard: Failed to update group name': NOT_BUILT,
  'Media dashboard: Failed to assign video to device': NOT_BUILT,
  'Media dashboard: Failed to add video to playlist': NOT_BUILT,
  'Media dashboard: Failed to remove video from device': NOT_BUILT,
  'Media dashboard: Failed to remove video from playlist': NOT_BUILT,
  'Media dashboard: Failed to reorder playlist': NOT_BUILT,
  'A missing heartbeat marks a device inactive': NOT_BUILT,
  'A missing route id: Missing organisation ID': [[FAILURES, "['/sys_admin/organisation', 'Missing organisation ID']"]],
  'An unknown authority goes to /unauthorized': [['ui/routes.test.tsx', "['SOMETHING_ELSE', '/unauthorized']"]],
  'A failed role read goes to /login': [['ui/routes.test.tsx', 'sends to /login when the user can’t be read']],
}
