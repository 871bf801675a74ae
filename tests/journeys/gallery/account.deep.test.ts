import {walkRoom} from '../support/gallery'

walkRoom('account')
