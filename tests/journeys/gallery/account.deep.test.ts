import {readRoom, walkRoom} from '../support/gallery'

walkRoom('account')
readRoom('account')
