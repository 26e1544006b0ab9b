/** For localhost, 127.0.0.1 and vendor.test; trusted by nobody, made for tests, valid for 100 years. */
export const TEST_CERTIFICATE = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBrDCCAVKgAwIBAgIUfaybHfQopxhOdWUw67v0yhNMTP0wCgYIKoZIzj0EAwIw",
  "FjEUMBIGA1UEAwwLc3F1aXJlIHRlc3QwIBcNMjYxMTE1MjIyMzEyWhgPMjEyNjEw",
  "MjIyMjIzMTJaMBYxFDASBgNVBAMMC3NxdWlyZSB0ZXN0MFkwEwYHKoZIzj0CAQYI",
  "KoZIzj0DAQcDQgAENbLmDSaM1zcqQju4ljO00id2UuHwWKz839wUUNEnYGRb2oWt",
  "S0HgExZKEcU3jzu2hBgm5K3j/h4N6rWf2FsqsqN8MHowHQYDVR0OBBYEFOmbM0tx",
  "bGz59wr2O4mbijMuwxrBMB8GA1UdIwQYMBaAFOmbM0txbGz59wr2O4mbijMuwxrB",
  "MA8GA1UdEwEB/wQFMAMBAf8wJwYDVR0RBCAwHoIJbG9jYWxob3N0ggt2ZW5kb3Iu",
  "dGVzdIcEfwAAATAKBggqhkjOPQQDAgNIADBFAiAlpQUz21F6hlivCrwcGB7tPElW",
  "KpNXmHWHQ2RO+q6/ngIhAMBTgRgPb58u1u2WarZLnpVkKuyAGOnAdVWMubtD2Tzj",
  "-----END CERTIFICATE-----",
].join("\n");

export const TEST_KEY = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLDCi4H3HmdgLjyhz",
  "untOs2EOmo2mof7rUtMTI9x4cKWhRANCAAQ1suYNJozXNypCO7iWM7TSJ3ZS4fBY",
  "rPzf3BRQ0SdgZFvaha1LQeATFkoRxTePO7aEGCbkreP+Hg3qtZ/YWyqy",
  "-----END PRIVATE KEY-----",
].join("\n");
