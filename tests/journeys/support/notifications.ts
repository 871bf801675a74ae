/** A browser whose user grants permission, and which is subscribed so. Runs in the page. */
export function allowNotifications(subscribed: PushSubscriptionJSON) {
  let permission: NotificationPermission = 'default'
  let key: ArrayBuffer | null = null
  const subscription = {
    get options() {
      return {applicationServerKey: key}
    },
    toJSON: () => subscribed,
    async unsubscribe() {
      key = null
      return true
    },
  }
  Object.defineProperty(Notification, 'permission', {get: () => permission})
  Notification.requestPermission = async () => {
    permission = 'granted'
    return permission
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (key === null ? null : subscription),
    async subscribe({applicationServerKey}: {applicationServerKey: string}) {
      const text = atob(applicationServerKey.replace(/-/g, '+').replace(/_/g, '/'))
      key = Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer
      return subscription
    },
  })
}
