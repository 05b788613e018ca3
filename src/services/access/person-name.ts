/** Names are not unique, and people choose their own. The email address distinguishes them. */
export function nameOfPerson(name: string, email: string | null | undefined): string {
  return email && email !== name ? `${name} (${email})` : name;
}
